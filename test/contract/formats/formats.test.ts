import { formats } from '@antiphon/transcripts'
import { describeFormat } from './describe-format.js'
import { readFixtures } from './read-fixtures.js'

// Its client sends the OpenAI array.
const foundAs = { 'sent.json': 'openai' }

for (const format of formats) describeFormat(format, readFixtures(format.name), foundAs)
