import { join } from 'node:path'
import { openDatabase } from '@antiphon/server'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundleProgram, type ChatProcess, type ChatProgram } from '../../support/chat-process.js'
import { noPostgres, startPostgres, type Postgres } from '../../support/postgres.js'
import { hasRedis, startRedis, type RedisServer } from '../../support/redis.js'
import { checkThread, createUser, startModel, type Told } from './fault-users.js'

const KILLS = 50
const USERS = 50
const HOUR = 3_600_000
/** A kill and a new start take six seconds on a machine with twenty times its work, and there are fifty. */
const LONGEST = 900_000

describe.skipIf(noPostgres)(
  `two processes over PostgreSQL under faults${noPostgres ? `: ${noPostgres}` : ''}`,
  () => {
    let postgres: Postgres
    let program: ChatProgram
    let model: Awaited<ReturnType<typeof startModel>>
    let redis: RedisServer | undefined
    let env: Record<string, string>
    let both: ChatProcess[]

    beforeAll(async () => {
      ;[postgres, program, model] = await Promise.all([
        startPostgres(),
        bundleProgram(join(import.meta.dirname, 'fault-process.ts')),
        startModel(),
      ])
    })
    afterAll(async () => {
      model.close()
      await program.remove()
      await postgres.close()
    })
    const begin = async (withRedis: boolean): Promise<void> => {
      const url = await postgres.createDatabase()
      const database = await openDatabase({ postgres: new pg.Pool({ connectionString: url }) })
      await database.migrate()
      await database.close()
      redis = withRedis ? await startRedis() : undefined
      env = { DATABASE_URL: url, MODEL_URL: model.url, ...(redis && { REDIS_URL: redis.url }) }
      both = await Promise.all([program.start(env), program.start({ ...env, CLOCK_OFF: String(HOUR) })])
    }
    beforeEach(() => void (both = []))
    afterEach(async () => {
      await Promise.all(both.map((one) => one.end('SIGKILL')))
      await redis?.close()
      redis = undefined
    })
    const anyUrl = (): string => both[Math.floor(Math.random() * both.length)]!.url.replace(/\/api$/, '')

    /** Users ask one question after the other while `faults` lasts, and what they were told is held against what is stored. */
    const during = async (faults: () => Promise<void>): Promise<Told[]> => {
      const faulty = { isOver: false }
      const users = Array.from({ length: USERS }, (_, at) => createUser(`user${at}`, anyUrl))
      const talk = async (user: (typeof users)[number]): Promise<Told[]> => {
        const told: Told[] = []
        do told.push(await user.converse(told.length))
        while (!faulty.isOver)
        return told
      }
      const talking = Promise.all(users.map(talk))
      await Promise.race([faults(), talking])
      faulty.isOver = true
      const told = await talking
      for (const [at, user] of users.entries()) checkThread(told[at]!, await user.nodes())
      return told.flat()
    }

    const killOne = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      const at = Math.floor(Math.random() * both.length)
      await both[at]!.end('SIGKILL')
      both[at] = await program.start({ ...env, CLOCK_OFF: String(at * HOUR) })
    }

    const missing = hasRedis() ? undefined : 'redis-server is not installed'
    describe.each([
      ['alone', false],
      ['with Redis', true],
    ] as const)('%s', (_, withRedis) => {
      it.skipIf(withRedis && missing)(
        `lose no acknowledged message and double none when one is killed at ${KILLS} random moments under ${USERS} users, one clock an hour off`,
        { timeout: LONGEST },
        async () => {
          await begin(withRedis)
          const told = await during(async () => {
            for (let kills = 0; kills < KILLS; kills++) await killOne()
          })
          expect(told.length).toBeGreaterThanOrEqual(USERS)
          expect(told.some(({ outcome }) => outcome === 'done')).toBe(true)
        },
      )

      it.skipIf(withRedis && missing)(
        'lose and double none when the engines are ended and come back, and readers never read',
        async () => {
          await begin(withRedis)
          const idle = Array.from({ length: 5 }, async (_, at) => {
            const path = `/threads/t/runs/r0`
            // Its body is left alone.
            return fetch(anyUrl() + path, { headers: { 'x-user': `user${at}`, accept: 'text/event-stream' } })
          })
          await during(async () => {
            for (let round = 0; round < 5; round++) {
              await new Promise((resolve) => setTimeout(resolve, Math.random() * 1000))
              await postgres.crash()
              await redis?.restart()
            }
          })
          for (const response of await Promise.all(idle)) await response.body?.cancel()
        },
      )
    })
  },
)
