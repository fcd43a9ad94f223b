import { Stack, Text, Title } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';

const sections = [
  'service',
  'account',
  'data',
  'players',
  'money',
  'conduct',
  'availability',
  'ending',
] as const;

/** The agreement between a merchant and the company that runs this installation. */
export function Agreement({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet opened={opened} onClose={onClose} title={t('partners:agreement.title')} size={560}>
      <Stack gap="md" pb="lg">
        <Text size="sm">{t('partners:agreement.preamble')}</Text>
        {sections.map((section) => (
          <section key={section}>
            <Title order={3} size="h6" mb={4}>
              {t(`partners:agreement.${section}.title`)}
            </Title>
            <Text size="sm">{t(`partners:agreement.${section}.body`)}</Text>
          </section>
        ))}
      </Stack>
    </Sheet>
  );
}
