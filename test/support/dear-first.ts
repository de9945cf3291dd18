import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest ones, by the end of their path: whatever of these starts last is waited for alone. */
const dear = [
  'property/whole.property.test.ts',
  'src/deep-nesting.test.tsx',
  'markdown/streaming-cost.test.ts',
  'proxy/body-memory.test.ts',
  'replay/cuts.test.ts',
  'replay/splits.test.ts',
  'property/stream.property.test.ts',
  'property/formats.property.test.ts',
  'markdown/pathological.test.ts',
  'property/tool-loop.property.test.ts',
  'e2e/engines.test.ts',
  'e2e/demo-accessibility.test.ts',
  'e2e/demo-shifts.test.ts',
  'e2e/gallery-stories.test.ts',
  'e2e/captures.test.ts',
  'e2e/demo-phone.test.ts',
  'e2e/gallery-x.test.ts',
  'e2e/demo.test.ts',
  'e2e/demo-wire.test.ts',
  'e2e/gallery.test.ts',
  'e2e/demo-settings.test.ts',
  'e2e/demo-tour.test.ts',
]

/** Starts the longest test files first; the others project by project, which share their workers, in the order of their names. */
export class DearFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = dear.findIndex((end) => moduleId.endsWith(end))
      return at < 0 ? dear.length : at
    }
    const words = ({ project, moduleId }: TestSpecification): string => `${project.name} ${moduleId}`
    return files.toSorted((a, b) => rank(a) - rank(b) || (words(a) < words(b) ? -1 : 1))
  }
}
