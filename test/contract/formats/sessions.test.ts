import { sessionFormats } from '@antiphon/sessions'
import { describeSession } from './describe-session.js'

for (const format of sessionFormats) describeSession(format)
