// Reviews, logos and ad samples. Each part is hidden until the owner has added content for it.
import { useMarketingWords } from "#app/marketing/words.ts";
import type { OwnPicture } from "#contract/content.ts";
import styles from "./evidence.module.css";
import { Section } from "./section.tsx";

export function Evidence() {
  const { trust, trustWords } = useMarketingWords();
  const { reviews, logos, adSamples } = trust;
  return (
    <>
      {reviews.length > 0 && (
        <Section id="reviews" title={trustWords.reviews} room={{ narrow: 120, wide: 80 }}>
          <ul className={styles.reviews}>
            {reviews.map(({ says, by, source, date, url }) => (
              <li key={says}>
                <blockquote cite={url}>{says}</blockquote>
                <p>
                  <b>{by}</b>
                  {url ? (
                    <a href={url}>{trustWords.source(source, date)}</a>
                  ) : (
                    <span>{trustWords.source(source, date)}</span>
                  )}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {logos.length > 0 && (
        <Section
          id="logos"
          title={trustWords.logos}
          ground="surface"
          room={{ narrow: 60, wide: 40 }}
        >
          <ul className={styles.logos}>
            {logos.map((logo) => (
              <li key={logo.file}>
                <Shown picture={logo} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {adSamples.length > 0 && (
        <Section id="ad-samples" title={trustWords.adSamples} room={{ narrow: 160, wide: 80 }}>
          <ul className={styles.samples}>
            {adSamples.map((sample) => (
              <li key={sample.file}>
                <Shown picture={sample} />
                <p>{sample.says}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Shown({ picture: { file, alt, width, height } }: { picture: OwnPicture }) {
  return <img src={file} alt={alt} width={width} height={height} loading="lazy" />;
}
