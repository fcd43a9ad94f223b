import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { openBarcodeScanner } from '#features/loyalty/stock/web/public.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useWedgeScanner } from '#kit/ui/wedge-scanner.ts';

interface CodeBoxProps {
  /** in words */
  label: string;
  placeholder?: string;
  /** on the button that takes what was typed */
  take: string;
  busy: boolean;
  /** why the last one was not taken */
  problem: string | undefined;
  onCode: (code: string) => void;
}

const longest = 300;

/** One field for a clerk with a phone or a scanner: typed, by the camera, or by a scanner at the keyboard. */
export function CodeBox({ label, placeholder, take, busy, problem, onCode }: CodeBoxProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [scanning, setScanning] = useState(false);
  useWedgeScanner(onCode, !scanning && !busy);
  const send = () => {
    const code = typed.trim();
    if (code && !busy) onCode(code);
  };
  const scan = async () => {
    setScanning(true);
    const found = await openBarcodeScanner(label).finally(() => setScanning(false));
    if (!found) return;
    setTyped(found);
    onCode(found);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextInput
        size="lg"
        label={label}
        placeholder={placeholder}
        value={typed}
        error={problem}
        maxLength={longest}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group grow mt="sm">
        <Button
          size="lg"
          variant="default"
          leftSection={<Icon name="scan" />}
          disabled={busy}
          onClick={() => void scan()}
        >
          {t('groupbuys:page.scan')}
        </Button>
        <Button size="lg" type="submit" loading={busy} disabled={typed.trim() === ''}>
          {take}
        </Button>
      </Group>
    </form>
  );
}
