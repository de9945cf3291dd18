import type { InlineConfig } from 'vite'

export const FOLDER: string
export function newFolder(): string
export function sharedBuild(name: string, config: InlineConfig): Promise<string>
export function sharedFolder(name: string, make: (folder: string) => Promise<unknown>): Promise<string>
