import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatFen, wholeBasisPoints } from '#kit/kernel/money.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { KeyValue, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useNow } from '#kit/ui/now.ts';
import {
  type DiscountRule,
  noRules,
  type PackageKind,
  type PackageRule,
  type PriceRules,
} from '../contract/price-rules.ts';
import { packagesContract } from '../contract.ts';
import type { Circumstances } from '../rules/circumstances.ts';
import { type Choice, type PriceLine, priceChoice } from '../rules/price.ts';

type Terms = Pick<PriceRules, 'rounding' | 'discounts'>;

/** With what holds at the site, once one is chosen. */
function WithTerms({
  fieldId,
  children,
}: {
  fieldId: string | undefined;
  children: (terms: Terms) => ReactNode;
}) {
  if (!fieldId) return children(noRules);
  return (
    <Loaded call={[packagesContract.readTerms, { fieldId }]} skeleton="block" keepPrevious>
      {children}
    </Loaded>
  );
}

function Lines({ lines, totalFen }: { lines: readonly PriceLine[]; totalFen: number }) {
  const t = useText();
  const words = ({ kind, name, basisPoints }: PriceLine) =>
    [
      t(`packages:line.${kind}`),
      name,
      basisPoints !== null && t('packages:example.percent', { percent: basisPoints / 100 }),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <KeyValue
      rows={[
        ...lines.map((line) => ({ label: words(line), value: <Money fen={line.amountFen} /> })),
        {
          label: t('packages:example.total'),
          value: (
            <strong>
              <Money fen={totalFen} />
            </strong>
          ),
        },
      ]}
    />
  );
}

interface ExampleProps {
  rules: PriceRules;
  choice: Choice;
  playFen?: number;
  /** coins that come with it */
  coins?: number;
  /** … and points */
  points?: number;
}

/** What somebody without a level would pay this minute. */
function Example({ rules, choice, playFen, coins, points }: ExampleProps) {
  const t = useText();
  const circumstances: Circumstances = {
    at: useNow(),
    deviceId: null,
    playFen: playFen ?? null,
    coinPrice: null,
    level: null,
    player: null,
  };
  const { price } = priceChoice(rules, choice, circumstances);
  if (!price) return null;
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-live="polite">
      <Title order={3} size="h6" mb="xs">
        {t('packages:example.title')}
      </Title>
      <Lines lines={price.lines} totalFen={price.totalFen} />
      {coins !== undefined && (
        <Text size="sm" mt="xs">
          {t('packages:example.coins', { count: coins, each: formatFen(Math.round(price.totalFen / coins)) })}
        </Text>
      )}
      {points !== undefined && (
        <Text size="sm" mt="xs">
          {t('packages:example.points', { count: points })}
        </Text>
      )}
    </Paper>
  );
}

const always = { active: true, fromDay: null, toDay: null, hours: [] };
const forEveryone = { audience: 'everyone', awayDays: null, perPlayer: null, perPlayerDay: null } as const;
const count = (value: unknown) => (Number.isInteger(value) ? (value as number) : 0);

function exampleRule(kind: PackageKind, values: Values): PackageRule {
  return {
    ...always,
    ...forEveryone,
    id: 'example',
    deviceId: null,
    kind,
    recommended: false,
    name: String(values.name ?? ''),
    priceFen: count(values.priceFen),
    coins: count(values.coins),
    bonusCoins: count(values.bonusCoins),
    points: count(values.points),
    discountable: values.discountable === true,
    withCards: values.withCards === true,
  };
}

/** The package as it is typed, with the discounts that the site has running. */
export function PackageExample({
  kind,
  fieldId,
  values,
}: {
  kind: PackageKind;
  fieldId: string | undefined;
  values: Values;
}) {
  const rule = exampleRule(kind, values);
  const coins = rule.coins + rule.bonusCoins;
  return (
    <WithTerms fieldId={fieldId}>
      {({ rounding, discounts }) => (
        <Example
          rules={{ ...noRules, rounding, discounts, packages: [rule] }}
          choice={{ packageId: rule.id }}
          {...(coins > 0 && { coins })}
          {...(rule.points > 0 && { points: rule.points })}
        />
      )}
    </WithTerms>
  );
}

const examplePurchaseFen = 1000;

/** Ten yuan with the discount as it is typed, rounded as the site does. */
export function DiscountExample({ fieldId, values }: { fieldId: string | undefined; values: Values }) {
  const discount: DiscountRule = {
    ...always,
    id: 'example',
    name: String(values.name ?? ''),
    basisPoints: count(values.basisPoints) || wholeBasisPoints,
    things: ['play'],
    withLevel: false,
  };
  return (
    <WithTerms fieldId={fieldId}>
      {({ rounding }) => (
        <Example
          rules={{ ...noRules, rounding, discounts: [discount] }}
          choice={{ plays: 1 }}
          playFen={examplePurchaseFen}
        />
      )}
    </WithTerms>
  );
}
