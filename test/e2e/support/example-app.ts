import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error plain JavaScript, which `pnpm test:hosts` runs without vitest
import { apps } from '../../apps/apps.mjs'
// @ts-expect-error plain JavaScript
import * as making from '../../apps/make-app.mjs'
// @ts-expect-error plain JavaScript
import { serveApp } from '../../apps/serve-app.mjs'
import { sharedTarballs } from '../../support/shared-tarballs.js'

/** An app of examples/, or the one of the README. test/apps/apps.mjs says what each field means. */
export interface App {
  name: string
  folder?: string
  asks?: boolean
  drives?: boolean
  quick?: boolean
}

export const quickApps = (apps as App[]).filter((app) => app.quick)

const folders: string[] = []

/**
 * Puts an app outside of the workspace, with the packages as they are published, and returns its folder. `change` writes into the
 * folder before.
 */
export function installExample(app: App, change: (folder: string) => void = () => {}): string {
  const folder = mkdtempSync(join(tmpdir(), `antiphon-${app.name}-`))
  folders.push(folder)
  making.makeApp(app, folder)
  change(folder)
  making.installFromWorkspace(folder, sharedTarballs())
  return folder
}

export function removeExamples(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export interface ServedExample {
  folder: string
  url: string
  /** Output of its own server. */
  said(): string
  close(): Promise<void>
}

/** Installs, builds and serves an app. `env` is added to what its own server gets. */
export async function serveExample(name: string, env: Record<string, string> = {}): Promise<ServedExample> {
  const app = quickApps.find((one) => one.name === name)
  if (!app) throw new Error(`There is no quick app ${name} in test/apps/apps.mjs.`)
  const folder = installExample(app)
  making.buildApp(folder)
  return { ...(await serveApp(app, folder, env)), folder } as ServedExample
}
