import { ActionIcon, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { openBarcodeScanner } from '#features/loyalty/stock/web/public.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useWedgeScanner } from '#kit/ui/wedge-scanner.ts';
import classes from './handover.module.css';

const longest = 60;

/** On a phone a field with the focus brings up the keyboard, and covers what is to be seen. */
const hasKeyboard = () => window.matchMedia('(pointer: fine)').matches;

/** What had the focus may be gone, a sheet or a button of a line: the first key leads back to the field. */
function useLostKeys(field: RefObject<HTMLInputElement | null>, active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const lead = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // the stroke opens the search of the whole app
      const types = key.length === 1 && key !== '/' && !ctrlKey && !metaKey && !altKey;
      if (types && document.activeElement === document.body) field.current?.focus();
    };
    document.addEventListener('keydown', lead, { capture: true });
    return () => document.removeEventListener('keydown', lead, { capture: true });
  }, [field, active]);
}

interface Props {
  /** already in words */
  label: string;
  active?: boolean;
  onText: (text: string) => void;
  /** hears what is typed by hand, before Enter; empty when it was taken */
  onTyping?: (text: string) => void;
}

/** One place for every code: typed, by a scanner at the keyboard, or by the camera. */
export function ScanBox({ label, active = true, onText, onTyping }: Props) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const [scanning, setScanning] = useState(false);
  const listens = active && !scanning;
  useWedgeScanner(onText, listens);
  useEffect(() => {
    if (listens && hasKeyboard()) field.current?.focus();
  }, [listens]);
  useLostKeys(field, listens);
  const type = (text: string) => {
    setTyped(text);
    onTyping?.(text);
  };
  const scan = async () => {
    setScanning(true);
    const text = await openBarcodeScanner(label).finally(() => setScanning(false));
    if (text) onText(text);
  };
  return (
    <div className={classes.scan}>
      <TextInput
        ref={field}
        className={classes.grow}
        value={typed}
        disabled={!active}
        data-autofocus
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter also ends what an input method puts together.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
            return;
          event.preventDefault();
          // The next code may come at once: the field is empty before the answer is there.
          const text = event.currentTarget.value.trim();
          type('');
          if (text) onText(text);
        }}
        placeholder={label}
        aria-label={label}
        leftSection={<Icon name="barcode" />}
        autoComplete="off"
        spellCheck={false}
        maxLength={longest}
      />
      <ActionIcon
        variant="default"
        size={36}
        disabled={!active}
        onClick={() => void scan()}
        aria-label={t('handover:handOut.camera')}
      >
        <Icon name="camera" />
      </ActionIcon>
    </div>
  );
}
