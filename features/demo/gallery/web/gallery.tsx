import '#kit/ui/all-styles.ts';
import { Anchor, Group, Tabs, Title } from '@mantine/core';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { DetailSample } from './detail-sample.tsx';
import { FieldSamples } from './field-samples.tsx';
import { FormSample } from './form-sample.tsx';
import { ListSample } from './list-sample.tsx';
import { PieceSamples } from './piece-samples.tsx';
import { ReportSample } from './report-sample.tsx';
import { WizardSample } from './wizard-sample.tsx';

const parts: { key: string; label: string; Part: ComponentType }[] = [
  { key: 'fields', label: 'gallery:part.fields', Part: FieldSamples },
  { key: 'pieces', label: 'gallery:part.pieces', Part: PieceSamples },
  { key: 'list', label: 'gallery:part.list', Part: ListSample },
  { key: 'detail', label: 'gallery:part.detail', Part: DetailSample },
  { key: 'form', label: 'gallery:part.form', Part: FormSample },
  { key: 'report', label: 'gallery:part.report', Part: ReportSample },
  { key: 'wizard', label: 'gallery:part.wizard', Part: WizardSample },
];

/** For developers: every field type and page pattern of the kit with real behaviour. */
export default function Gallery() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const open = parts.find((part) => part.key === query.get('part')) ?? parts[0];
  return (
    <Tabs
      value={open?.key}
      onChange={(part) => part && setQuery({ part })}
      keepMounted={false}
      w="100%"
      maw={1200}
      mx="auto"
      px={{ base: 14, lg: 0 }}
    >
      <Group justify="space-between" mb="xs">
        <Title order={1} size="h3">
          {t('gallery:screen.gallery')}
        </Title>
        <Anchor component={Link} to="/_kit/player">
          {t('gallery:player.open')}
        </Anchor>
      </Group>
      <Tabs.List mb="md">
        {parts.map((part) => (
          <Tabs.Tab key={part.key} value={part.key}>
            {t(part.label)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ key, Part }) => (
        <Tabs.Panel key={key} value={key}>
          <Part />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
