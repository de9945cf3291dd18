import { toTestFixture } from '@antiphon/core/devtools'
import { JsonTree } from '../components/json-tree/json-tree.js'
import { LongText } from '../components/tool-result/long-text.js'
import { Icon } from '../icons/icon.js'
import { Button } from '../components/button/button.js'
import { saveExchanges } from './save-exchanges.js'
import { useInspectorWords } from './use-inspector-words.js'
import { CopyTextButton } from './copy-text-button.js'
import { HeaderList } from './header-list.js'
import { Repairs } from './repairs.js'
import type { ReadExchange } from './use-timeline.js'

/** Bytes of a body that are shown at once; the rows have all of them. */
const SHOWN = 2_000_000

/** What came back: status, headers, the answer as it was read, and the body as it came. */
export function ResponsePane({ read }: { read: ReadExchange }) {
  const { inspector, formats } = useInspectorWords()
  const { timeline, exchange } = read
  const { response, body } = exchange
  const { completion } = timeline
  const repairs = completion?.repairs ?? timeline.rows.flatMap((row) => row.repairs)
  return (
    <div data-slot="wire-scroll">
      <section>
        <h3 data-slot="wire-heading">
          {response
            ? inspector.status(`${response.status} ${response.statusText}`.trim())
            : inspector.response}
          <CopyTextButton
            label={inspector.copyFixture}
            disabled={body.length === 0}
            getText={() => toTestFixture(exchange)}
          />
          <Button variant="small" onClick={() => saveExchanges([exchange])}>
            <Icon name="save" />
            {inspector.saveOne}
          </Button>
        </h3>
        {completion && (
          <p data-slot="wire-facts">
            {inspector.outcome}: {inspector.outcomes[completion.outcome]}
            {exchange.end && exchange.startedAt !== undefined && `, ${formats.duration(exchange.end.at)}`}
          </p>
        )}
        {response && <HeaderList headers={response.headers} />}
      </section>
      {repairs.length > 0 && <Repairs title={inspector.repairs} repairs={repairs} />}
      <section>
        <h3 data-slot="wire-heading">{inspector.final}</h3>
        <JsonTree value={timeline.answerAt(timeline.length)} label={inspector.final} />
      </section>
      <section>
        <h3 data-slot="wire-heading">{inspector.body}</h3>
        {body.length > 0 ? (
          <LongText
            text={new TextDecoder().decode(body.slice(0, SHOWN))}
            label={inspector.body}
            name="response"
          />
        ) : (
          <p data-slot="wire-hint">{inspector.noResponse}</p>
        )}
      </section>
    </div>
  )
}
