import { Checkbox, Group, Input, TextInput } from '@mantine/core';
import { useText } from '../i18n.ts';
import { clockText, formatPeriod, parsePeriod, wholeDay } from './time-period.ts';
import { type FieldProps, wrapperProps } from './types.ts';

export function TimePeriodField(props: FieldProps<string>) {
  const t = useText();
  const period = parsePeriod(props.value);
  const always = props.value === wholeDay;
  return (
    <Input.Wrapper {...wrapperProps(props)} labelElement="div">
      <Group gap="xs">
        <Group gap="xs" wrap="nowrap" flex={1} miw={290}>
          <TextInput
            type="time"
            aria-label={t('kit:ui.periodFrom')}
            value={clockText(period.from)}
            disabled={props.disabled || always}
            onChange={(event) => props.onChange(formatPeriod({ ...period, from: event.currentTarget.value }))}
            onBlur={props.onBlur}
            flex={1}
          />
          <span aria-hidden>–</span>
          <TextInput
            type="time"
            aria-label={t('kit:ui.periodTo')}
            value={clockText(period.to)}
            disabled={props.disabled || always}
            onChange={(event) => props.onChange(formatPeriod({ ...period, to: event.currentTarget.value }))}
            onBlur={props.onBlur}
            flex={1}
          />
        </Group>
        <Checkbox
          label={t('kit:ui.wholeDay')}
          checked={always}
          disabled={props.disabled}
          onChange={(event) => props.onChange(event.currentTarget.checked ? wholeDay : undefined)}
        />
      </Group>
    </Input.Wrapper>
  );
}
