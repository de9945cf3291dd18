import { configure } from '@testing-library/react'
import { PATIENCE } from './setup-waiting.js'

configure({ asyncUtilTimeout: PATIENCE })
