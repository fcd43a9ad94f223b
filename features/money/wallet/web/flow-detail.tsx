import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { Hint, KeyValue, Money, Time } from '#kit/ui/display.tsx';
import { HeroFigure } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import type { FlowLine } from '../contract/statements.ts';
import classes from './wallet.module.css';

type About = Pick<FlowLine, 'orderNumber' | 'personId' | 'personName' | 'fieldId' | 'fieldName'>;

/** A name that leads to the thing for who may see it. */
function Named({ to, may, children }: { to: string; may: boolean; children: string }) {
  return may ? (
    <Anchor component={Link} to={to}>
      {children}
    </Anchor>
  ) : (
    children
  );
}

/** Order, person and site of a movement, as far as it has them. */
export function useAbout() {
  const t = useText();
  const mayOrder = useMayOpen('/order_detail');
  const mayPerson = useMayOpen('/share_statement');
  const maySite = useMayOpen('/editaddress');
  return ({ orderNumber, personId, personName, fieldId, fieldName }: About) => [
    ...(orderNumber
      ? [
          {
            label: t('wallet:field.order'),
            value: (
              <Named to={`/order_detail?orderNumber=${orderNumber}`} may={mayOrder}>
                {orderNumber}
              </Named>
            ),
          },
        ]
      : []),
    ...(personId && personName
      ? [
          {
            label: t('wallet:field.person'),
            value: (
              <Named to={`/share_statement?receiverId=${personId}`} may={mayPerson}>
                {personName}
              </Named>
            ),
          },
        ]
      : []),
    ...(fieldId && fieldName
      ? [
          {
            label: t('kit:thing.siteLabel'),
            value: (
              <Named to={`/editaddress?id=${fieldId}`} may={maySite}>
                {fieldName}
              </Named>
            ),
          },
        ]
      : []),
  ];
}

/** A line opened: what it was about, or the lines it stands for. */
export function FlowDetail({ line }: { line: FlowLine }) {
  const t = useText();
  const about = useAbout();
  const rows = about(line);
  return (
    <Stack>
      <div>
        <HeroFigure>
          <Money fen={line.amountFen} signed />
        </HeroFigure>
        {line.remark && <Hint mt={4}>{line.remark}</Hint>}
      </div>
      {rows.length > 0 && <KeyValue rows={rows} />}
      {line.parts.length > 0 ? (
        <ul className={classes.legs}>
          {line.parts.map((part) => (
            <li key={part.transferId} className={classes.part}>
              <div className={classes.quoteLine}>
                <Time value={part.createdAt} />
                <strong>
                  <Money fen={part.amountFen} signed />
                </strong>
              </div>
              <KeyValue rows={about({ ...part, fieldId: null })} />
              <Anchor component={Link} to={`/money_detail?id=${part.transferId}`}>
                {t('wallet:flow.whole')}
              </Anchor>
            </li>
          ))}
        </ul>
      ) : (
        <Button component={Link} to={`/money_detail?id=${line.transferId}`} variant="light">
          {t('wallet:flow.whole')}
        </Button>
      )}
    </Stack>
  );
}
