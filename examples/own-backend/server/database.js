import sqlite from 'node-sqlite3-wasm'

export const db = new sqlite.Database(process.env.DATABASE ?? ':memory:')

db.exec(`
  create table if not exists thread (owner text, id text, record text, words text, version integer, primary key (owner, id));
  create table if not exists node (owner text, thread text, id text, node text, words text, primary key (owner, thread, id));
  create table if not exists file (owner text, id text, type text, bytes blob, primary key (owner, id));
`)

/** Does all of the work, or nothing of it. */
export function transaction(work) {
  db.exec('begin immediate')
  try {
    const result = work()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
