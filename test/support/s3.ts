import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
// @ts-expect-error -- it has no types
import S3rver from '@20minutes/s3rver'

export interface S3Server {
  /** The official client, with the keys of the server. */
  client: S3Client
  /** Makes an empty bucket and gives its name. */
  createBucket(): Promise<string>
  close(): Promise<void>
}

interface Rver {
  run(): Promise<{ port: number }>
  close(): Promise<void>
  configureBuckets(): Promise<void>
  store: { putBucket(name: string): Promise<void> }
}

/** Starts a server on loopback that speaks S3, checks signatures and keeps its objects in a folder of its own. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'antiphon-s3-'))
  const server = new (S3rver as new (options: object) => Rver)({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
  })
  const { port } = await server.run()
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  // This server reads the path of a bucket without its last slash, and signatures are over the path.
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { path: string }
      request.path = request.path.replace(/(.)\/$/, '$1')
      return next(args)
    },
    { step: 'build' },
  )
  let buckets = 0
  return {
    client,
    async createBucket() {
      const name = `bucket-${++buckets}`
      await server.store.putBucket(name)
      return name
    },
    async close() {
      client.destroy()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
