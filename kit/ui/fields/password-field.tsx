import { Group, PasswordInput, Progress } from '@mantine/core';
import { Hint } from '../display.tsx';
import { useText } from '../i18n.ts';
import { passwordStrength } from './password-strength.ts';
import { type FieldProps, inputProps } from './types.ts';

interface PasswordFieldProps extends FieldProps<string> {
  /** a new password: shows its strength and lets password managers suggest one */
  strength?: boolean;
  autoComplete?: string;
}

const colours = ['gray', 'red', 'orange', 'yellow', 'teal'];

export function PasswordField({ strength = false, autoComplete, ...props }: PasswordFieldProps) {
  const t = useText();
  const level = passwordStrength(props.value ?? '');
  const names = [
    '',
    t('kit:ui.strength.weak'),
    t('kit:ui.strength.fair'),
    t('kit:ui.strength.good'),
    t('kit:ui.strength.strong'),
  ];
  return (
    <div>
      <PasswordInput
        {...inputProps(props)}
        value={props.value ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
        autoComplete={autoComplete ?? (strength ? 'new-password' : 'current-password')}
        visibilityToggleButtonProps={{ 'aria-label': t('kit:ui.showPassword') }}
      />
      {strength && level > 0 && (
        <Group gap="xs" mt={6} wrap="nowrap">
          <Progress
            value={level * 25}
            color={colours[level]}
            size="xs"
            flex={1}
            aria-label={t('kit:ui.strength.name')}
          />
          <Hint size="xs" aria-live="polite">
            {names[level]}
          </Hint>
        </Group>
      )}
    </div>
  );
}
