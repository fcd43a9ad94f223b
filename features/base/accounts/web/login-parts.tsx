import { Link } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { demoAccounts } from './demo-accounts.ts';
import classes from './login.module.css';

/** Beside the form where there is room: what this is, for people who come here first. */
export function Pitch() {
  const t = useText();
  return (
    <section className={classes.pitch}>
      <h2>{t('accounts:page.pitch.title')}</h2>
      <p>{t('accounts:page.pitch.lead')}</p>
      <ul>
        <li>{t('accounts:page.pitch.phone')}</li>
        <li>{t('accounts:page.pitch.rights')}</li>
        <li>{t('accounts:page.pitch.log')}</li>
      </ul>
    </section>
  );
}

interface DemoChipsProps {
  chosen: string;
  onChoose: (account: string) => void;
}

export function DemoChips({ chosen, onChoose }: DemoChipsProps) {
  const t = useText();
  return (
    <div className={classes.demo}>
      <p>{t('accounts:page.demo.hint')}</p>
      <div className={classes.chips}>
        {demoAccounts.map((account) => (
          <button
            key={account}
            type="button"
            className={classes.chip}
            aria-pressed={chosen === account}
            onClick={() => onChoose(account)}
          >
            {t(`accounts:page.demo.${account}`)}
          </button>
        ))}
      </div>
      <div className={classes.demoLinks}>
        <Link to="/demo_machine">{t('accounts:page.demo.machine')}</Link>
        <Link to="/demo_outbox">{t('accounts:page.demo.outbox')}</Link>
      </div>
    </div>
  );
}
