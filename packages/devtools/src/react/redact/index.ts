/** The entry `@antiphon/devtools/review`: a review of the secrets in a transcript before it is shared. */
export { RedactionReview, type RedactionReviewProps } from './redaction-review.js'
export { leftIn, ShareReview, type Shared, type ShareReviewProps } from './share-review.js'
