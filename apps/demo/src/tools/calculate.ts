import { defineTool } from '@antiphon/core'
import * as z from 'zod'
import { evaluate } from './evaluate.js'

export const calculate = defineTool({
  name: 'calculate',
  description:
    'The value of an arithmetic expression with + - * / % ^, parentheses, and functions such as sqrt, round, min, max, ln, sin.',
  parameters: z.object({
    expression: z.string().describe('Such as 2340 * 17 / 100, or sqrt(2) ^ 3. % is the remainder.'),
  }),
  execute: ({ expression }) => ({ result: evaluate(expression) }),
})
