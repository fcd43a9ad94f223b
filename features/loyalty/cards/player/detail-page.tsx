import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatDate } from '#kit/kernel/time.ts';
import { Money } from '#kit/player/amount.tsx';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { ForPlayer } from '#kit/player/for-player.tsx';
import { EndlessList, Row } from '#kit/player/list.tsx';
import { useLive } from '#kit/player/live.ts';
import { Badge, Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { cardsChanged, cardsContract, type RefundPreview } from '../contract.ts';
import { buyAddress, minePath } from './addresses.ts';
import classes from './card-face.module.css';
import { CardFace } from './card-face.tsx';
import { endText, leftOf, rightsOf, whereOf } from './rights.ts';

const { readOwnCard, listCardUses, takeCardCoins } = cardsContract;
type Detail = OutputOf<typeof readOwnCard>;

const orderPath = (orderNumber: string) =>
  `/program/my/OrdersCenter/OrderDetails?${new URLSearchParams({ orderNumber })}`;

/** /detail_card: one card, what is left of it, when it was used, and what it would give back. */
export default function CardDetail() {
  const t = useText();
  const id = useQuery().get('id') ?? '';
  return (
    <ForPlayer title={t('cards:screen.detail')} hint={t('cards:mine.nobodyHint')} back={minePath}>
      {() =>
        id ? (
          <Loaded key={id} id={id} />
        ) : (
          <Page bar={<Bar title={t('cards:screen.detail')} back={minePath} />} centred>
            <Blank title={t('cards:detail.unknown')}>
              <LinkButton to={minePath}>{t('cards:screen.mine')}</LinkButton>
            </Blank>
          </Page>
        )
      }
    </ForPlayer>
  );
}

function Loaded({ id }: { id: string }) {
  const t = useText();
  const card = useAnswer(readOwnCard, { id });
  const uses = usePages(listCardUses, { id });
  useLive(cardsChanged, () => {
    void card.again();
    void uses.again();
  });
  return (
    <Page
      bar={<Bar title={t('cards:screen.detail')} back={minePath} />}
      foot={card.data && <Foot card={card.data} again={card.again} />}
    >
      <Answered answer={card}>
        {(data) => (
          <>
            <CardFace
              name={data.name}
              image={data.image}
              rights={rightsOf(data, t)}
              mark={t(`cards:stateName.${data.state}`)}
              over={data.state === 'expired' || data.state === 'ended'}
              note={endText(data, t)}
            />
            <Today card={data} />
            <Card heading={t('cards:buy.terms')}>
              <Facts
                facts={[
                  { name: t('cards:fact.merchant'), value: data.merchantName },
                  { name: t('cards:fact.boughtAt'), value: data.fieldName },
                  ...whereOf(data, t),
                ]}
              />
            </Card>
          </>
        )}
      </Answered>
      {card.data?.refund && <Refund refund={card.data.refund} orderNumber={card.data.refund.orderNumber} />}
      <h2 className={classes.heading}>{t('cards:detail.uses')}</h2>
      <EndlessList
        answer={uses}
        rowKey={(use) => use.id}
        label={t('cards:detail.uses')}
        empty={{ title: t('cards:detail.noUses'), hint: t('cards:detail.noUsesHint') }}
        row={(use) => (
          <Row
            title={t(`kit:pieces.${use.unit}`, { count: use.amount })}
            note={`${use.fieldName} · ${formatDate(new Date(use.usedAt), 'Y-m-d H:M')}`}
            state={
              use.givenBack > 0 && (
                <Badge tone="warn">{t('cards:detail.givenBack', { count: use.givenBack })}</Badge>
              )
            }
          />
        )}
      />
    </Page>
  );
}

function Today({ card }: { card: Detail }) {
  const t = useText();
  const left = leftOf(card);
  if (!left || card.state === 'expired' || card.state === 'ended') return null;
  return (
    <Card heading={t('cards:detail.today')}>
      <p className={classes.left}>
        <strong>{left.count}</strong>
        {t(`cards:unit.${left.unit}`)}
      </p>
      <p className={classes.hint}>{t(`cards:detail.todayHint.${left.unit}`)}</p>
    </Card>
  );
}

/** Coins of the day are fetched here; plays are used at a machine. */
function Foot({ card, again }: { card: Detail; again: () => Promise<void> }) {
  const t = useText();
  const { send, busy, refusal } = useSend(takeCardCoins);
  const mayTake = (card.coinsLeft ?? 0) > 0;
  if (!mayTake && !card.renewCardId) return null;
  return (
    <>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      {mayTake && (
        <Button busy={busy} onClick={() => void send({ id: card.id, fieldId: card.fieldId }).then(again)}>
          {t('cards:detail.takeCoins', { count: card.coinsLeft ?? 0 })}
        </Button>
      )}
      {card.renewCardId && (
        <LinkButton kind={mayTake ? 'plain' : 'main'} to={buyAddress(card.fieldId, card.renewCardId)}>
          {t('cards:detail.renew')}
        </LinkButton>
      )}
    </>
  );
}

/** The lines that the shop sees too. Asking for it goes the way of every order. */
function Refund({ refund, orderNumber }: { refund: RefundPreview; orderNumber: string | null }) {
  const t = useText();
  return (
    <Card heading={t('cards:detail.refund')}>
      <Facts
        facts={[
          ...refund.lines.map(({ text, amountFen }) => ({
            name: text,
            value: (
              <>
                {amountFen < 0 && '−'}
                <Money fen={Math.abs(amountFen)} />
              </>
            ),
          })),
          {
            name: t('cards:refund.total'),
            value: (
              <strong>
                <Money fen={refund.totalFen} />
              </strong>
            ),
          },
        ]}
      />
      {refund.coinsBack > 0 && (
        <p className={classes.hint}>{t('cards:refund.coinsBack', { count: refund.coinsBack })}</p>
      )}
      {refund.refusal ? (
        <p className={classes.hint}>{refund.refusal}</p>
      ) : (
        orderNumber && (
          <AppLink to={orderPath(orderNumber)} className={classes.link}>
            {t('cards:detail.askRefund')}
          </AppLink>
        )
      )}
    </Card>
  );
}
