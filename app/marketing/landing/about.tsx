import { belowFold } from "#app/below-fold.ts";
import { Clock } from "#app/marketing/pictures/clock.tsx";
import { Sample } from "#app/marketing/sample.tsx";
import { useMarketingWords } from "#app/marketing/words.ts";
import { site } from "#content/site.ts";
import type { OwnPicture } from "#contract/content.ts";
import styles from "./about.module.css";

export function About() {
  const { trust, marketing } = useMarketingWords();
  const { title, paragraphs, role } = marketing.about;
  return (
    <section
      id="about"
      className={styles.section}
      aria-labelledby="about-title"
      {...belowFold({ narrow: 66, wide: 46 })}
    >
      <div className={styles.inside}>
        <div className={styles.portrait}>
          {trust.founderPhoto ? <Photo photo={trust.founderPhoto} /> : <Clock />}
        </div>
        <div className={styles.words}>
          <h2 id="about-title">{title}</h2>
          <div className={styles.letter}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <p className={styles.sign}>
              <b>{site.owner}</b>
              <span>
                {role} {site.isSample && <Sample />}
              </span>
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}

function Photo({ photo: { file, alt, width, height } }: { photo: OwnPicture }) {
  return <img src={file} alt={alt} width={width} height={height} loading="lazy" />;
}
