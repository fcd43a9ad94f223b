import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { policyRules } from '../contract/platform.ts';
import { walletContract } from '../contract.ts';
import { ruleText } from '../rules/policy-rules.ts';
import classes from './wallet.module.css';
import { Tiles } from './wallet-parts.tsx';

/** The rules of today. */
export function RulesInForce() {
  const t = useText();
  return (
    <Loaded call={[walletContract.readConfig, {}]}>
      {(config) => (
        <section className={classes.card} aria-label={t('wallet:rules.inForce')}>
          <Tiles
            items={policyRules.map((name) => ({
              label: `wallet:rules.${name}`,
              value: ruleText(name, config[name]),
            }))}
          />
        </section>
      )}
    </Loaded>
  );
}
