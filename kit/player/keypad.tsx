import { formatFen } from '#kit/kernel/money.ts';
import { useText } from '#kit/ui/i18n.ts';
import classes from './keypad.module.css';
import { type AmountKey, amountKeys, typeAmount } from './type-amount.ts';

const keyOf = (pressed: string): AmountKey | undefined => {
  if (pressed === 'Backspace') return 'back';
  return amountKeys.find((key) => key === pressed || (key === '.' && pressed === ','));
};

/** Big keys for an amount of money. A real keyboard works too, as long as the focus is inside. */
export function AmountKeypad(props: {
  label: string;
  value: string;
  maxFen: number;
  onChange: (value: string) => void;
}) {
  const { label, value, maxFen, onChange } = props;
  const t = useText();
  const press = (key: AmountKey) => onChange(typeAmount(value, key, maxFen));
  return (
    <fieldset
      className={classes.keypad}
      onKeyDown={(event) => {
        const key = keyOf(event.key);
        if (!key) return;
        event.preventDefault();
        press(key);
      }}
    >
      <legend className={classes.label}>{label}</legend>
      <output className={classes.display} aria-live="polite" data-empty={value === '' || undefined}>
        <span className={classes.sign}>{t('kit:player.yuan')}</span>
        {value || '0'}
      </output>
      <p className={classes.limit}>{t('kit:player.atMost', { amount: formatFen(maxFen) })}</p>
      <div className={classes.keys}>
        {amountKeys.map((key) => (
          <button
            key={key}
            type="button"
            className={classes.key}
            aria-label={
              key === 'back' ? t('kit:player.deleteDigit') : key === '.' ? t('kit:player.point') : undefined
            }
            onClick={() => press(key)}
          >
            {key === 'back' ? (
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M9 6h11v12H9l-6-6zM12 10l4 4M16 10l-4 4" />
              </svg>
            ) : (
              key
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
