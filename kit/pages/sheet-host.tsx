import { Sheet } from '#kit/ui/sheet.tsx';
import { useStore } from '#kit/ui/store.ts';
import { FormSheet } from './form-sheet.tsx';
import { forgetOpened, type Opened, openedStore } from './open-form.ts';
import { useSliding } from './use-sliding.ts';

/** Every sheet that `openForm` and `openSheet` opened. */
export function SheetHost() {
  return useStore(openedStore).map((opened) =>
    opened.kind === 'form' ? (
      <FormSheet key={opened.key} opened={opened} onGone={() => forgetOpened(opened.key)} />
    ) : (
      <PlainSheet key={opened.key} opened={opened} onGone={() => forgetOpened(opened.key)} />
    ),
  );
}

function PlainSheet({ opened, onGone }: { opened: Extract<Opened, { kind: 'sheet' }>; onGone: () => void }) {
  const { shown, leave } = useSliding(opened.settle);
  return (
    <Sheet
      opened={shown}
      onClose={() => leave(undefined)}
      onClosed={onGone}
      title={opened.title}
      size={opened.size}
    >
      {opened.content(leave)}
    </Sheet>
  );
}
