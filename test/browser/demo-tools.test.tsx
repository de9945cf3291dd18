import './support/demo-globals.js'
import { writeArtifact } from '@antiphon/artifacts'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useDemoTools } from '../../apps/demo/src/tools/use-tools.js'
import { useToolSwitches } from '../../apps/demo/src/tools/tool-switches.js'

beforeEach(() => localStorage.clear())

const both = (isScripted: boolean) =>
  renderHook(() => ({
    switches: useToolSwitches(isScripted),
    names: useDemoTools(isScripted).map(({ name }) => name),
  }))

test('the scripted endpoint has the tool for artifacts; any other has it only where it was switched on', () => {
  const scripted = both(true)
  const other = both(false)
  expect(scripted.result.current.names).toContain(writeArtifact.name)
  expect(other.result.current.names).toEqual([
    'get_time',
    'look_up',
    'convert_units',
    'run_javascript',
    'query_json',
  ])
  act(() => other.result.current.switches.set([writeArtifact.name], true))
  expect(other.result.current.names).toContain(writeArtifact.name)
  act(() => other.result.current.switches.set([writeArtifact.name, 'get_time'], false))
  for (const { result } of [scripted, other]) {
    expect(result.current.names).not.toContain(writeArtifact.name)
    expect(result.current.names).not.toContain('get_time')
  }
  act(() => scripted.result.current.switches.set(['get_time'], true))
  expect(other.result.current.names).toContain('get_time')
  expect(other.result.current.names).not.toContain(writeArtifact.name)
})
