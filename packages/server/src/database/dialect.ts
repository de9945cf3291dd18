/** The engines that the server speaks to. */
export type Dialect = 'sqlite' | 'postgres'
