import { RequestNoteView } from '@antiphon/ui'

export const Example = () => (
  <RequestNoteView
    request={{
      profile: 'generic',
      retries: 1,
      healed: [
        {
          field: 'stream_options',
          change: 'sent without it',
          said: 'Unrecognized request argument: stream_options',
        },
      ],
    }}
  />
)
