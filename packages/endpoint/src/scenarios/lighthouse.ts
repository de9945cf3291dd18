/** The beginning of an answer, for scenarios in which the rest never comes. */
export const lighthouse =
  'The lighthouse on the point was built in 1867 and has been dark for two winters. The lens is still there, four hundred pounds of ground glass, and turns by hand if you know where to push. From the gallery you can'
