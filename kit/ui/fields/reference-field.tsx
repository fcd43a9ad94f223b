import { Button, Checkbox, Group, Input, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useCall } from '../api.ts';
import { Hint } from '../display.tsx';
import { useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { usePhone } from '../phone.ts';
import { Sheet } from '../sheet.tsx';
import classes from './reference-field.module.css';
import {
  type Candidate,
  candidatesOf,
  matching,
  moreThanShown,
  type ReferenceSource,
  referencePageSize,
} from './reference-source.ts';
import { type FieldProps, inputProps, wrapperProps } from './types.ts';

const searchDelayMs = 250;

/** Candidates for what was typed, and the labels of everything seen so far (chosen values outlive the search). */
function useCandidates(source: ReferenceSource, query: string) {
  const [settled] = useDebouncedValue(query.trim(), searchDelayMs);
  const input = {
    ...source.input,
    ...(source.search && settled ? { [source.search]: settled } : {}),
    ...('size' in (source.endpoint.input.shape as object) ? { size: referencePageSize } : {}),
  };
  const { data, isFetching } = useCall(source.endpoint, input, { keepPrevious: true });
  const found = candidatesOf(source, data);
  const seen = useRef(new Map<string, string>());
  for (const candidate of found) seen.current.set(candidate.value, candidate.label);
  const labelOf = (value: string) => seen.current.get(value) ?? source.labels?.[value] ?? value;
  return { candidates: matching(source, found, query), more: moreThanShown(data), busy: isFetching, labelOf };
}

/** Chosen values stay among the options, or the input could not show them. */
function withChosen(candidates: Candidate[], chosen: readonly string[], labelOf: (value: string) => string) {
  const present = new Set(candidates.map((candidate) => candidate.value));
  return [
    ...candidates,
    ...chosen.filter((value) => !present.has(value)).map((value) => ({ value, label: labelOf(value) })),
  ];
}

interface ReferenceProps {
  source: ReferenceSource;
}

export function ReferenceField(props: FieldProps<string> & ReferenceProps) {
  const phone = usePhone();
  return phone ? <ReferenceSheet {...props} /> : <ReferenceSelect {...props} />;
}

function ReferenceSelect({ source, ...props }: FieldProps<string> & ReferenceProps) {
  const t = useText();
  const [query, setQuery] = useState('');
  const chosenLabel = useRef<string | undefined>(undefined);
  // The input shows the chosen label as its search text; that is not something to search for.
  const { candidates, labelOf, more } = useCandidates(source, query === chosenLabel.current ? '' : query);
  chosenLabel.current = props.value === undefined ? undefined : labelOf(props.value);
  const searching = query !== '' && query !== chosenLabel.current;
  const data = withChosen(candidates, props.value === undefined ? [] : [props.value], labelOf);
  return (
    <Select
      {...inputProps(props)}
      placeholder={props.placeholder ?? t('kit:ui.searchToChoose')}
      data={data.map(({ value, label }) => ({ value, label }))}
      value={props.value ?? null}
      onChange={(value) => props.onChange(value ?? undefined)}
      searchable
      searchValue={query}
      onSearchChange={setQuery}
      filter={({ options }) => options}
      clearable={!props.required}
      nothingFoundMessage={t('kit:ui.nothingFound')}
      renderOption={({ option }) => (
        <CandidateText candidate={data.find((candidate) => candidate.value === option.value)} />
      )}
      comboboxProps={{ shadow: 'md' }}
      description={
        props.description ?? (more > 0 && searching ? t('kit:ui.moreMatches', { count: more }) : undefined)
      }
      clearButtonProps={{ 'aria-label': t('kit:ui.clear') }}
    />
  );
}

function CandidateText({ candidate }: { candidate: Candidate | undefined }) {
  return (
    <div>
      <Text size="sm">{candidate?.label}</Text>
      {candidate?.hint && <Hint size="xs">{candidate.hint}</Hint>}
    </div>
  );
}

function ReferenceSheet({ source, ...props }: FieldProps<string> & ReferenceProps) {
  return (
    <PickerSheet
      {...props}
      source={source}
      chosen={props.value === undefined ? [] : [props.value]}
      onChosen={(values) => props.onChange(values[0])}
      many={false}
    />
  );
}

export function ReferencesField(props: FieldProps<string[]> & ReferenceProps) {
  const phone = usePhone();
  if (phone)
    return (
      <PickerSheet {...props} chosen={props.value ?? []} onChosen={(values) => props.onChange(values)} many />
    );
  return <ReferencesSelect {...props} />;
}

function ReferencesSelect({ source, ...props }: FieldProps<string[]> & ReferenceProps) {
  const t = useText();
  const [query, setQuery] = useState('');
  const { candidates, labelOf } = useCandidates(source, query);
  const value = props.value ?? [];
  const data = withChosen(candidates, value, labelOf);
  return (
    <MultiSelect
      {...inputProps(props)}
      placeholder={value.length > 0 ? undefined : (props.placeholder ?? t('kit:ui.searchToChoose'))}
      data={data.map((candidate) => ({ value: candidate.value, label: candidate.label }))}
      value={value}
      onChange={props.onChange}
      searchable
      searchValue={query}
      onSearchChange={setQuery}
      filter={({ options }) => options}
      clearable
      nothingFoundMessage={t('kit:ui.nothingFound')}
      clearButtonProps={{ 'aria-label': t('kit:ui.clear') }}
    />
  );
}

interface PickerProps extends Omit<FieldProps<unknown>, 'value' | 'onChange'>, ReferenceProps {
  chosen: string[];
  onChosen: (values: string[]) => void;
  many: boolean;
}

/** Phone: the field is a row that opens a bottom sheet with a search box and a thumb-sized list. */
function PickerSheet({ source, chosen, onChosen, many, ...props }: PickerProps) {
  const t = useText();
  const [opened, { open, close }] = useDisclosure(false);
  const [query, setQuery] = useState('');
  const { candidates, labelOf, more } = useCandidates(source, query);
  const toggle = (value: string) => {
    if (!many) {
      onChosen([value]);
      close();
    } else onChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  };
  const text = chosen.map(labelOf).join('、');
  return (
    <Input.Wrapper {...wrapperProps({ ...props, value: undefined, onChange: () => undefined })}>
      <Input
        component="button"
        type="button"
        pointer
        disabled={props.disabled}
        onClick={open}
        aria-haspopup="dialog"
        data-field={props.name}
        error={Boolean(props.error)}
        rightSection={<Icon name="chevron-right" />}
      >
        {text ? (
          <Text component="span" inherit truncate display="block">
            {text}
          </Text>
        ) : (
          <Input.Placeholder>{props.placeholder ?? t('kit:ui.choose')}</Input.Placeholder>
        )}
      </Input>
      <Sheet
        opened={opened}
        onClose={close}
        title={props.label ?? t('kit:ui.choose')}
        footer={
          many ? (
            <Button onClick={close}>{t('kit:ui.doneChosen', { count: chosen.length })}</Button>
          ) : !props.required && chosen.length > 0 ? (
            <Button
              variant="default"
              onClick={() => {
                onChosen([]);
                close();
              }}
            >
              {t('kit:ui.clear')}
            </Button>
          ) : undefined
        }
      >
        <Stack gap={4}>
          <TextInput
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            placeholder={t('kit:action.search')}
            aria-label={t('kit:action.search')}
            leftSection={<Icon name="search" />}
            type="search"
            mb="xs"
          />
          {candidates.map((candidate) => (
            <button
              key={candidate.value}
              type="button"
              className={classes.row}
              aria-pressed={chosen.includes(candidate.value)}
              onClick={() => toggle(candidate.value)}
            >
              <CandidateText candidate={candidate} />
              {many ? (
                <Checkbox.Indicator checked={chosen.includes(candidate.value)} />
              ) : (
                chosen.includes(candidate.value) && <Icon name="check" />
              )}
            </button>
          ))}
          {candidates.length === 0 && (
            <Text c="dimmed" ta="center" py="lg">
              {t('kit:ui.nothingFound')}
            </Text>
          )}
          {more > 0 && (
            <Group justify="center">
              <Hint size="xs">{t('kit:ui.moreMatches', { count: more })}</Hint>
            </Group>
          )}
        </Stack>
      </Sheet>
    </Input.Wrapper>
  );
}
