import type { Kysely, TransactionBuilder } from 'kysely'
import type { Dialect } from '../database/dialect.js'

/**
 * A transaction with the isolation that the queries here need, whatever the default of the host's database is. A change reads what was
 * committed while it waited for the lock of its user; a read sees one state of the data.
 */
export function begin<Tables>(
  db: Kysely<Tables>,
  dialect: Dialect,
  kind: 'read' | 'change' = 'change',
): TransactionBuilder<Tables> {
  if (kind === 'change')
    return dialect === 'sqlite' ? db.transaction() : db.transaction().setIsolationLevel('read committed')
  const reading = db.transaction().setAccessMode('read only')
  return dialect === 'sqlite' ? reading : reading.setIsolationLevel('repeatable read')
}
