import { Text } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';

/** There is no refusing and no shutting out without saying why; who is concerned reads it. */
export const reasonField = {
  name: 'reason',
  label: 'partners:field.reason',
  kind: 'longText',
  required: true,
  wide: true,
} as const;

/** What refusing means, above the reason. */
export const hint = (key: string) => () => <Hint text={key} />;

function Hint({ text }: { text: string }) {
  const t = useText();
  return (
    <Text size="sm" c="dimmed">
      {t(text)}
    </Text>
  );
}
