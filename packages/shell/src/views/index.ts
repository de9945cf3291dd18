/** The entry `@antiphon/shell/views`: views of tools that many chats have. Map the names of your own tools to them in `toolRenderers`. */
import type { ToolRenderers } from '@antiphon/ui'
import { PicturesView } from './pictures-view.js'
import { PlanView } from './plan-view.js'

/** View of a tool that keeps a plan: `{ plan: [{ step, status }] }`. `toolRenderers={{ update_plan: planView }}`. */
export const planView: ToolRenderers[string] = { View: PlanView, present: 'card' }

/** View of a tool whose result is pictures: `{ prompt, count, size }`. `toolRenderers={{ make_pictures: picturesView }}`. */
export const picturesView: ToolRenderers[string] = { View: PicturesView, present: 'card' }
