import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { field } from '@antiphon/base'
import { hashOf, type FileStore } from './types.js'

/** The part that is needed of an `S3Client`. */
interface S3ClientLike {
  send(command: never): Promise<unknown>
  readonly config: object
}

interface S3FilesOptions {
  /** An `S3Client` of `@aws-sdk/client-s3`, with the region and the keys of the bucket. */
  client: S3ClientLike
  bucket: string
  /** Before each key, such as `chat/`. Default: nothing. */
  prefix?: string
  /** How long an address is good for. Default 300. */
  addressSeconds?: number
}

/**
 * Files of messages in a bucket of S3, or of what speaks its protocol. Pages upload and read them at addresses that the bucket itself
 * answers, so it must allow the origin of the page (CORS). Needs the packages `@aws-sdk/client-s3` and `@aws-sdk/s3-request-presigner`.
 */
export function createS3Files(options: S3FilesOptions): FileStore {
  const { client, bucket, prefix = '', addressSeconds = 300 } = options
  const send = (command: object): Promise<unknown> => client.send(command as never)
  const place = (key: string) => ({ Bucket: bucket, Key: prefix + key })
  const sign = async (command: object, signed: readonly string[] = []): Promise<string> => {
    const { getSignedUrl } = await load(() => import('@aws-sdk/s3-request-presigner'))
    const names = new Set(signed)
    return getSignedUrl(client as never, command as never, {
      expiresIn: addressSeconds,
      unhoistableHeaders: names,
      signableHeaders: new Set([...names, 'host']),
    })
  }
  return {
    async put(key, bytes) {
      const { PutObjectCommand } = await loadClient()
      await send(new PutObjectCommand({ ...place(key), Body: bytes, ...objectOf(key, bytes.length) }))
    },
    async get(key) {
      const { GetObjectCommand } = await loadClient()
      try {
        const { Body } = (await send(new GetObjectCommand(place(key)))) as GetObjectCommandOutput
        return Body && new Uint8Array(await Body.transformToByteArray())
      } catch (error) {
        if (field(error, 'name') === 'NoSuchKey') return undefined
        throw error
      }
    },
    async deleteAll(below) {
      const { DeleteObjectsCommand, ListObjectsV2Command } = await loadClient()
      for (;;) {
        // Deleted ones are not listed again, so each page is the first one. It has as many as one request may delete.
        const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + below })
        const found = field(await send(list), 'Contents') as { Key?: string }[] | undefined
        const Objects = (found ?? []).map(({ Key }) => ({ Key }))
        if (Objects.length === 0) return
        const answer = await send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        )
        const [fault] = (field(answer, 'Errors') as { Code?: string }[] | undefined) ?? []
        if (fault) throw new Error(`The bucket did not delete a file: ${fault.Code}`)
      }
    },
    async writeAddress(key, { bytes }) {
      const { PutObjectCommand } = await loadClient()
      const { ChecksumSHA256, ...object } = objectOf(key, bytes)
      // Signed as headers, so that the bucket refuses other bytes, and more of them.
      const signed = ['content-length', 'content-type', 'x-amz-checksum-sha256']
      const url = await sign(new PutObjectCommand({ ...place(key), ...object, ChecksumSHA256 }), signed)
      return { url, headers: { 'content-type': object.ContentType, 'x-amz-checksum-sha256': ChecksumSHA256 } }
    },
    async readAddress(key) {
      const { GetObjectCommand } = await loadClient()
      return sign(new GetObjectCommand(place(key)))
    },
  }
}

/** A bucket that a browser opens shows none of it as a page. */
const objectOf = (key: string, bytes: number) => ({
  ContentLength: bytes,
  ContentType: 'application/octet-stream',
  ChecksumSHA256: Buffer.from(hashOf(key), 'hex').toString('base64'),
})

const loadClient = () => load(() => import('@aws-sdk/client-s3'))

async function load<T>(from: () => Promise<T>): Promise<T> {
  try {
    return await from()
  } catch (error) {
    throw new Error(
      `The client of S3 cannot be loaded: ${(error as Error).message}. Install @aws-sdk/client-s3 and @aws-sdk/s3-request-presigner.`,
      { cause: error },
    )
  }
}
