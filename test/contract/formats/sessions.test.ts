import { sessionFormats } from '@antiphon/formats/sessions'
import { describeSession } from './describe-session.js'

for (const format of sessionFormats) describeSession(format)
