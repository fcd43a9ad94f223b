import { type ReactNode, useEffect, useState } from 'react';
import { PictureStrip } from '#kit/drawings/picture-strip.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Picture } from '#kit/player/picture.tsx';
import { AppLink } from '#kit/ui/app-link.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type ShownSlide, storefrontContract } from '../contract.ts';
import { rememberedHead, rememberHead } from './remembered.ts';

interface CarouselProps {
  fieldId: string;
  name: string;
  photo: string | null | undefined;
}

function leading({ to, name }: ShownSlide, picture: ReactNode): ReactNode {
  if (!to) return picture;
  if (to.startsWith('/'))
    return (
      <AppLink to={to} aria-label={name}>
        {picture}
      </AppLink>
    );
  return (
    <a href={to} rel="noopener noreferrer" aria-label={name}>
      {picture}
    </a>
  );
}

/** /program, at its head: the pictures of the shop, or its photo where it has hung none. */
export default function Carousel({ fieldId, name, photo }: CarouselProps) {
  const t = useText();
  const { data, failure } = useAnswer(storefrontContract.showSlides, { fieldId });
  const [known] = useState(() => rememberedHead(fieldId));
  useEffect(() => {
    if (data && photo !== undefined) rememberHead(fieldId, { slides: data, photo });
  }, [fieldId, data, photo]);
  const slides = data ?? (failure ? [] : known?.slides);
  const picture = photo === undefined ? known?.photo : photo;
  if (slides && slides.length > 0)
    return <PictureStrip pictures={slides} label={t('playerapp:slides.label')} around={leading} />;
  if (picture) return <Picture src={picture} alt={name} />;
  // the room is kept until it is known that nothing comes
  return slides && picture === null ? null : <Picture src="" alt="" />;
}
