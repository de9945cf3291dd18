import { say, type Scenario } from '../script/scenario.js'

const text = String.raw`The wait in a queue grows without bound as its server fills up. With arrivals at rate $\lambda$ and service at rate $\mu$, the share of time that it is busy is $\rho = \lambda / \mu$, and the mean wait is

$$
W_q = \frac{\rho}{\mu - \lambda}
$$

At $\rho = 0.5$ one waits half as long again; at $\rho = 0.95$ twenty times as long. That is why a pool that shrinks from 40 to 8 is not five times slower:`

const diagram = `

\`\`\`mermaid
flowchart LR
  request[Request] --> pool[Pool of 8]
  pool --> database[(Database)]
  pool -.->|after 2 s| timeout[Timeout]
\`\`\``

/** An answer with formulas, in a line and on lines of their own, and a diagram. */
export const formulas: Scenario = {
  id: 'formulas',
  description: 'Formulas in a line and on lines of their own, and a diagram.',
  play: () => [say(text + diagram)],
}
