/** The result of one request. Await it only inside its own transaction, with nothing else in between. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed.')))
  })
}

/** Resolves when the transaction is complete, which is when its writes are stored and not before. */
export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(
        (transaction.error as Error | null) ?? new DOMException('The transaction was aborted.', 'AbortError'),
      ),
    )
  })
}

/**
 * Runs `work` when a request has its result, still inside the transaction. What it throws aborts the transaction and
 * comes out of `completed`, rather than as an error of the page that nobody can catch.
 */
export function onResult<T>(
  request: IDBRequest<T>,
  work: (result: T) => void,
  fail: (error: unknown) => void,
): void {
  request.addEventListener('success', () => {
    try {
      work(request.result)
    } catch (error) {
      fail(error)
      request.transaction?.abort()
    }
  })
}

/** The keys of all messages of a thread. */
export function nodeRange(threadId: string): IDBKeyRange {
  return IDBKeyRange.bound([threadId], [threadId, []])
}
