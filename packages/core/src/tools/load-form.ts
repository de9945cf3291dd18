import { loadPart } from '../errors/load-part.js'

/** Loads the code that reads and checks the forms of questions. Only calls that ask something need it. */
export const loadForm = () => loadPart(() => import('./form.js'))
