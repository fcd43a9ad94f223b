import { useAnswer } from '#kit/player/answers.ts';
import { List, Row } from '#kit/player/list.tsx';
import { Sign } from '#kit/player/sign.tsx';
import { cardsContract } from '../contract.ts';
import { shopAddress } from './addresses.ts';

interface CardShopLinkProps {
  fieldId: string;
  /** in the words of the page it stands on: the texts of cards are heavier than the rest of that page */
  title: string;
  hint: (count: number) => string;
}

/** The way to the cards of a shop, where it sells some. */
export function CardShopLink({ fieldId, title, hint }: CardShopLinkProps) {
  const { data } = useAnswer(cardsContract.readCardShop, { fieldId });
  if (!data || data.cards.length === 0) return null;
  return (
    <List label={title}>
      <Row
        to={shopAddress(fieldId)}
        title={title}
        picture={
          <Sign>
            <path d="M3 6h18v12H3zM3 10h18M7 15h4" />
          </Sign>
        }
        note={hint(data.cards.length)}
      />
    </List>
  );
}
