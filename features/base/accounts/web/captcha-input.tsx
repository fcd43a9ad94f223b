import { TextInput } from '@mantine/core';
import { useText } from '#kit/ui/i18n.ts';
import classes from './login.module.css';
import type { Captcha } from './login-calls.ts';

interface CaptchaInputProps {
  captcha: Captcha;
  value: string;
  onChange: (value: string) => void;
  onRenew: () => void;
  error?: string | undefined;
  size?: 'md';
}

/** The picture and what is read in it; a click on it brings another. */
export function CaptchaInput({ captcha, value, onChange, onRenew, error, size }: CaptchaInputProps) {
  const t = useText();
  return (
    <div className={classes.captcha}>
      <TextInput
        size={size}
        label={t('accounts:page.login.captcha')}
        name="captcha"
        data-field="captcha"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={8}
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button
        type="button"
        className={classes.picture}
        aria-label={t('accounts:page.login.newCaptcha')}
        onClick={onRenew}
      >
        <img src={captcha.image} alt={t('accounts:page.login.captchaPicture')} />
      </button>
    </div>
  );
}
