'use client'

/** A call with its approval, and the questions that it asks while it runs, under shadcn's Questionnaire. */
import { contentToText } from '@antiphon/core'
import { useChat, useToolApproval, useToolQuestion, type AnswerPart } from '@antiphon/react'
import { Questionnaire } from '@shadcn/react/questionnaire'

const button = 'rounded-md bg-primary px-3 py-1 text-sm text-primary-foreground'
const quiet = 'rounded-md border px-3 py-1 text-sm'

export function ShadcnCall({ call, args }: Pick<Extract<AnswerPart, { type: 'call' }>, 'call' | 'args'>) {
  const { chat } = useChat()
  const waiting = useToolApproval(call.key)
  const { name } = call.call.function
  const title = chat.getConfig().tools?.find((tool) => tool.name === name)?.title
  return (
    <section className="rounded-lg border p-3 text-sm" data-state={call.state}>
      <p className="font-medium">
        {typeof title === 'string' ? title : name} <span className="text-muted-foreground">{call.state}</span>
      </p>
      <p className="text-muted-foreground">{JSON.stringify(args.value)}</p>
      {waiting && (
        <p className="mt-2 flex gap-2">
          <button className={button} onClick={() => void waiting.allow()}>
            Allow
          </button>
          <button className={quiet} onClick={() => void waiting.deny()}>
            Deny
          </button>
        </p>
      )}
      <RunningQuestion callKey={call.key} />
      {call.result && <p>{contentToText(call.result.content)}</p>}
    </section>
  )
}

interface Field {
  title?: string
  enum?: string[]
}

/** The form of `ask({ type: 'form' })`: a choice for each field with an `enum`, a text for each other. */
function RunningQuestion({ callKey }: { callKey: string }) {
  const open = useToolQuestion(callKey)
  if (open?.pending.question.type !== 'form') return null
  const { message, schema } = open.pending.question
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Field>)
  const items = fields.map(([name, field]) => ({
    name,
    required: true,
    ...(field.enum && { choices: field.enum.map((value) => ({ value })) }),
  }))
  return (
    <Questionnaire.Root
      className="mt-2 flex flex-col gap-2"
      items={items}
      onSubmit={(event) => {
        event.preventDefault()
        const content = Object.fromEntries(new FormData(event.currentTarget))
        void open.answer({ type: 'accept', content })
      }}
    >
      {fields.map(([name, field]) => (
        <Questionnaire.Item key={name} name={name} required>
          <Questionnaire.Title>{fields.length === 1 ? message : (field.title ?? name)}</Questionnaire.Title>
          {field.enum ? (
            <Questionnaire.Choices className="flex gap-4">
              {field.enum.map((value) => (
                <Questionnaire.Choice key={value} value={value} className="flex gap-1">
                  <Questionnaire.ChoiceInput />
                  <Questionnaire.ChoiceLabel>{value}</Questionnaire.ChoiceLabel>
                </Questionnaire.Choice>
              ))}
            </Questionnaire.Choices>
          ) : (
            <Questionnaire.Input className="rounded-md border p-1" />
          )}
          <Questionnaire.Error className="text-destructive" />
        </Questionnaire.Item>
      ))}
      <p className="flex gap-2">
        <Questionnaire.Next className={button}>Next</Questionnaire.Next>
        <Questionnaire.Submit className={button}>Send answer</Questionnaire.Submit>
        <button type="button" className={quiet} onClick={() => void open.answer({ type: 'decline' })}>
          Decline
        </button>
      </p>
    </Questionnaire.Root>
  )
}
