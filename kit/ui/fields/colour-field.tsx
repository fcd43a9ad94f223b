import { ColorInput } from '@mantine/core';
import { useText } from '../i18n.ts';
import { type FieldProps, inputProps } from './types.ts';

const swatches = ['#0f6f69', '#cf8a08', '#1c7ed6', '#7048e8', '#e03131', '#2f9e44', '#16211f', '#ffffff'];

export function ColourField(props: FieldProps<string>) {
  const t = useText();
  return (
    <ColorInput
      {...inputProps(props)}
      value={props.value ?? ''}
      onChange={(colour) => props.onChange(colour || undefined)}
      format="hex"
      swatches={swatches}
      withEyeDropper={false}
      placeholder={props.placeholder ?? t('kit:ui.chooseColour')}
    />
  );
}
