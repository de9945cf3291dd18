import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The longest files, by the end of their path: whichever of these starts last is waited for alone. The second of e2e needs no build of
 * the demo, for which it would wait while the first one makes it.
 */
const long = [
  'property/whole.property.test.ts',
  'property/tool-loop.property.test.ts',
  'e2e/demo-server.test.ts',
  'e2e/gallery-stories.test.ts',
  'e2e/demo-journey.test.ts',
  'e2e/demo.test.ts',
  'e2e/demo-phone.test.ts',
  'e2e/demo-threads.test.ts',
]

/** Projects with a worker for each file first: the workers of the others are shared, and stop at a change of project. */
const projects = [
  'core-alone',
  'core-s3',
  'dom-react-18',
  'dom-alone',
  'dom-bare',
  'dom-apart',
  'core-apart',
  'dom',
  'core',
]

/** Keeps the files of a project together, the longest first. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): string => {
      const at = long.findIndex((end) => moduleId.endsWith(end))
      const place = String(at < 0 ? long.length : at).padStart(3, '0')
      return `${projects.indexOf(project.name) + 1} ${project.name} ${place} ${moduleId}`
    }
    return files.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  }
}
