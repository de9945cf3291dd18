/** Words that the gallery's frame and the page of a story say to each other. */
export const GIVE = 'antiphon/give'
export const GIVEN = 'antiphon/given'
export const OWN_STREAM = 'antiphon/own-stream'

/** The id of a stream that a person opened from a file. */
export const OWN = 'own'
