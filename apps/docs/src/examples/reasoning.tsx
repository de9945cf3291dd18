import { Reasoning } from '@antiphon/ui'

export const Example = () => (
  <>
    <Reasoning state="done" ms={4_100} text="Two runs are enough: one at 40 and one at 8 connections." />
    <Reasoning state="cut-off" defaultOpen text="The first run is clear. For the second I need" />
    <Reasoning state="hidden" text="" />
  </>
)
