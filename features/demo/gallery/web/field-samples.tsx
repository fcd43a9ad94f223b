import { Code, Paper, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import type { FieldKind } from '#kit/contract/schemas.ts';
import { Field, type FieldOptions } from '#kit/ui/fields/field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { cities } from './city-source.ts';

interface Sample extends Omit<FieldOptions, 'options'> {
  kind: FieldKind;
  initial?: unknown;
  choices?: readonly string[];
}

const fewChoices = ['claw', 'vending', 'exchange'];
const manyChoices = ['claw', 'vending', 'exchange', 'lipstick', 'ticket', 'cabinet'];

const samples: Sample[] = [
  { kind: 'text', maxLength: 20 },
  { kind: 'longText' },
  { kind: 'number', min: 0, max: 100, initial: 12 },
  { kind: 'money', initial: 129_900 },
  { kind: 'percent', initial: 1250 },
  { kind: 'date', initial: '2026-01-31' },
  { kind: 'dateRange' },
  { kind: 'timePeriod', initial: '09:00-22:00' },
  { kind: 'phone' },
  { kind: 'idNumber' },
  { kind: 'switch', initial: true },
  { kind: 'choice', choices: fewChoices, initial: 'claw' },
  { kind: 'choices', choices: manyChoices, initial: ['claw', 'ticket'] },
  { kind: 'reference', source: cities },
  { kind: 'references', source: cities },
  { kind: 'region', initial: '440305' },
  { kind: 'mapPoint' },
  { kind: 'picture', maxBytes: 200 * 1024 },
  { kind: 'pictures', maxCount: 3 },
  { kind: 'file' },
  { kind: 'video' },
  { kind: 'colour', initial: '#0f6f69' },
  { kind: 'qr', initial: '/login', centreText: 'Coinyard' },
  { kind: 'sortedList', choices: manyChoices },
  { kind: 'password', strength: true },
  { kind: 'code', onSend: async () => undefined },
  { kind: 'richText', rows: 6 },
];

function FieldSample({ sample }: { sample: Sample }) {
  const t = useText();
  const { initial, choices, kind, ...options } = sample;
  const [value, setValue] = useState(initial);
  return (
    <Paper withBorder p="md" bg="var(--surface)">
      <Field
        {...options}
        kind={kind}
        name={kind}
        label={t(`gallery:kind.${kind}`)}
        options={choices?.map((choice) => ({ value: choice, label: t(`gallery:choice.${choice}`) }))}
        value={value}
        onChange={setValue}
      />
      <Code block mt="sm" fz="xs" mah={90}>
        {value === undefined ? 'undefined' : JSON.stringify(value)}
      </Code>
    </Paper>
  );
}

/** Each field with the value it holds underneath. */
export function FieldSamples() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {samples.map((sample) => (
        <FieldSample key={sample.kind} sample={sample} />
      ))}
    </SimpleGrid>
  );
}
