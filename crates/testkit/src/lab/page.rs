//! The pages that try a vector.

use crate::lab::names::Names;

/// What every vector's script finds.
const HELPERS: &str = "const el=(t,a={},p=document.body)=>{const e=document.createElement(t);\
    for(const k in a)e.setAttribute(k,a[k]);(p||document.documentElement).appendChild(e);return e};\
    const wurl=c=>'https://site.test/w.js?c='+encodeURIComponent(c);";

/// A page that tries a vector at the first click anywhere. What became of it is told by requests that the page waits
/// for, since many a vector ends its page.
pub(crate) fn fire(names: &Names, vector: &str) -> Option<String> {
    let script = script(names, vector)?;
    Some(format!(
        "<!doctype html><meta charset=utf-8><title>{vector}</title><body style=\"height:100vh\"><script>{script}\
         const tell=(how,why='')=>{{const x=new XMLHttpRequest();\
         x.open('POST','https://site.test/told?v={vector}&how='+how+'&why='+encodeURIComponent(why),false);\
         try{{x.send()}}catch{{}}}};\
         addEventListener('click',()=>{{tell('begun');\
         fire().then(()=>tell('tried'),e=>tell('threw',String(e)))}},{{once:true,capture:true}});</script>"
    ))
}

/// A page that tries a vector at once.
pub(crate) fn frame(names: &Names, vector: &str) -> Option<String> {
    let script = script(names, vector)?;
    Some(format!(
        "<!doctype html><meta charset=utf-8><title>{vector}</title><body><script>{script}\
         const asked=new URLSearchParams(location.search).get('h');if(asked)h=asked;\
         fire().catch(()=>{{}})</script>"
    ))
}

/// The page that an agent's calls are for.
pub(crate) fn agent(names: &Names, vector: &str) -> Option<String> {
    let (host, ..) = names.target(vector)?;
    let body = names.vector(vector)?.body.replace("{h}", &host);
    Some(format!("<!doctype html><meta charset=utf-8><title>{vector}</title><body>{body}"))
}

fn script(names: &Names, vector: &str) -> Option<String> {
    let (host, ip, port) = names.target(vector)?;
    let fire = &names.vector(vector)?.fire;
    Some(format!("{HELPERS}let h='{host}';const ip='{ip}',port='{port}';const fire=async()=>{{{fire}\n}};"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::vectors;

    #[test]
    fn no_vector_ends_the_script_that_it_stands_in() {
        let names = Names::new(vectors().unwrap().into());
        for vector in names.vectors() {
            let page = fire(&names, &vector.name).unwrap();
            assert_eq!(page.matches("</script>").count(), 1, "{}", vector.name);
        }
        assert_eq!(frame(&names, "no-such-vector"), None);
    }
}
